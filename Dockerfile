# Builds the web app, then keeps only the packages of the server.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
RUN npm run build
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --omit=dev --workspace=@octavo/server --include-workspace-root=false

FROM node:24-slim
# The workspaces stay links to folders outside node_modules: Node runs TypeScript only there.
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/apps/server apps/server
COPY --from=build /app/apps/web/dist apps/web/dist
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin octavo \
    && install --directory --owner=octavo --group=octavo --mode=0750 /data

# Everything but /data and /tmp may be mounted read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 STORAGE_DIR=/data
# Less memory for some CPU time, see docs/decisions/0039-cache-memory.md.
ENV MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "apps/server/src/main.ts"]
