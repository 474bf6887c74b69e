// Serves the example, with /graphql handed on to mirrorql (MIRRORQL names another address).
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const proxy = { '/graphql': process.env['MIRRORQL'] ?? 'http://localhost:4000' };

export default defineConfig({ plugins: [react()], server: { proxy }, preview: { proxy } });
