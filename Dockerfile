# The image of the server and of the bridge. docs/hosting.md tells how to run it; docker-compose.yml does.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY rules/package.json rules/
COPY protocol/package.json protocol/
COPY words/package.json words/
COPY client-sdk/package.json client-sdk/
COPY server/package.json server/
COPY bridge/package.json bridge/
RUN npm ci --omit=dev --workspace=server --workspace=bridge --include-workspace-root
# npm keeps a second copy of Node.
RUN rm -r node_modules/node/node_modules
COPY rules rules
COPY protocol protocol
COPY words words
COPY client-sdk client-sdk
COPY server server
COPY bridge bridge
COPY hosting/backup hosting/backup
RUN mkdir -p empty/data empty/backups empty/templo

# The web client is built here: the image has no tools for that.
FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY rules/package.json rules/
COPY protocol/package.json protocol/
COPY words/package.json words/
COPY client-sdk/package.json client-sdk/
COPY temple/package.json temple/
COPY web/package.json web/
RUN npm ci --omit=dev --workspace=web
COPY rules rules
COPY protocol protocol
COPY words words
COPY client-sdk client-sdk
COPY temple temple
COPY web web
RUN node web/build/main.ts

# Node comes from package-lock.json, as everywhere in this project.
FROM debian:bookworm-slim
# openssl makes the certificate of the broker: mosquitto --tls.
RUN apt-get update && apt-get install -y --no-install-recommends openssl && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/package-lock.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/rules rules
COPY --from=build /app/protocol protocol
COPY --from=build /app/client-sdk client-sdk
COPY --from=build /app/server server
COPY --from=build /app/bridge bridge
COPY --from=build /app/hosting hosting
# Their sources say which build belongs to them.
COPY --from=web /app/words words
COPY --from=web /app/temple temple
COPY --from=web /app/web web
# A volume takes over the owner of the folder that it covers.
COPY --from=build --chown=10001:10001 /app/empty/ ./
ENV PATH=/app/node_modules/node/bin:$PATH
ENV HOST=0.0.0.0 DATA_DIR=/app/data WEB=on
USER 10001:10001
EXPOSE 2567
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 2567}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
