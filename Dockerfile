# mirrorql as a small image: built in one stage, run in another, as no one in particular.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.js ./scripts/
COPY src ./src
# The sample ledger is made here, once, so that a container with a read-only disk starts as fast.
RUN node scripts/build.js --sample && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY schema.graphql LICENSE ./
COPY static ./static/
COPY docs ./docs/
COPY examples/*.graphql ./examples/
COPY examples/explorer ./examples/explorer/
COPY examples/web/README.md ./examples/web/
USER node
EXPOSE 4000
# No shell and no npm in between: signals reach the server.
ENTRYPOINT ["node", "--enable-source-maps", "dist/main.js"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
