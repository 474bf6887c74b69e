# mirrorql as a small image: built in one stage, run in another, as no one in particular.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npx tsc -p tsconfig.build.json && npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 XDG_CACHE_HOME=/var/cache
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY schema.graphql LICENSE ./
COPY static ./static/
COPY examples/*.graphql ./examples/
COPY examples/explorer ./examples/explorer/
COPY docs ./docs/
COPY examples/web/README.md ./examples/web/
# The sample ledger is made here, once, so that a container with a read-only disk starts as fast.
RUN mkdir -p /var/cache/mirrorql && chown node /var/cache/mirrorql
USER node
RUN node -e "import('./dist/sample/prepared.js').then(async ({ openSampleDatabase }) => { const sample = await openSampleDatabase(); await sample.kept; await sample.close(); process.exit(0); })"
EXPOSE 4000
# No shell and no npm in between: signals reach the server.
ENTRYPOINT ["node", "--enable-source-maps", "dist/main.js"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
