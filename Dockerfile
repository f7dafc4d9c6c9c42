# Tonarchiv in a container: the server, the built web app and nothing that only building or testing needs.
#   docker build --tag tonarchiv .
#   docker run --publish 127.0.0.1:3000:3000 --volume tonarchiv:/data tonarchiv

FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/

# The web app, with all packages.
FROM sources AS web
RUN npm ci --ignore-scripts --min-release-age=0 --no-audit --no-fund
COPY contract contract
COPY web web
RUN node node_modules/vite/bin/vite.js build web --logLevel warn

# The packages that the server needs to run.
FROM sources AS packages
RUN npm ci --ignore-scripts --min-release-age=0 --no-audit --no-fund --omit=dev --workspace server --workspace contract \
  && rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/typescript node_modules/@typescript node_modules/.cache

FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# `docker exec CONTAINER tonarchiv doctor`
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 PATH=/app/deploy:$PATH TONARCHIV_COMMAND=tonarchiv
WORKDIR /app
# Everything here belongs to root, so that the server cannot change what it runs.
COPY --from=packages /app/node_modules node_modules
COPY --from=web /app/web/dist web/dist
COPY package.json LICENSE ./
COPY contract contract
COPY server/package.json server/
COPY server/src server/src
COPY deploy/tonarchiv deploy/
RUN install --directory --owner=node --group=node --mode=0700 /data /backups
USER node
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "server/src/app/healthcheck.ts"]
CMD ["node", "--max-semi-space-size=4", "server/src/app/main.ts"]
