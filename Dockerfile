# The image of the server and of the bridge: the package flower-war, and nothing else. docs/hosting.md tells how to run it; docker-compose.yml does.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc LICENSE tsconfig.json tsconfig.browser.json ./
COPY rules/package.json rules/
COPY protocol/package.json protocol/
COPY words/package.json words/
COPY client-sdk/package.json client-sdk/
COPY server/package.json server/
COPY terminal/package.json terminal/
COPY board/package.json board/
COPY web/package.json web/
COPY bridge/package.json bridge/
COPY temple/package.json temple/
COPY launcher/package.json launcher/
COPY hosting/package.json hosting/
COPY packaging/package.json packaging/
RUN npm ci --workspace=server --workspace=terminal --workspace=web --workspace=bridge --workspace=temple --workspace=launcher --workspace=hosting --workspace=packaging
COPY rules rules
COPY protocol protocol
COPY words words
COPY client-sdk client-sdk
COPY server server
COPY terminal terminal
COPY board board
COPY web web
COPY bridge bridge
COPY temple temple
COPY launcher launcher
COPY hosting/backup hosting/backup
COPY hosting/init hosting/init
COPY hosting/proxy hosting/proxy
COPY hosting/systemd hosting/systemd
COPY packaging packaging
COPY docs docs
RUN node packaging/tools/program.ts image
RUN mkdir -p empty/data empty/backups empty/templo image/flower-war/bin && ln -s ../lib/launcher/src/command.js image/flower-war/bin/flower-war && chmod +x image/flower-war/lib/launcher/src/command.js

FROM node:24-bookworm-slim
# openssl makes the certificate of the broker: mosquitto --tls.
RUN apt-get update && apt-get install -y --no-install-recommends openssl && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/image/flower-war/ ./
# A volume takes over the owner of the folder that it covers.
COPY --from=build --chown=10001:10001 /app/empty/ ./
ENV PATH=/app/bin:$PATH
ENV HOST=0.0.0.0 DATA_DIR=/app/data WEB=on
USER 10001:10001
EXPOSE 2567
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 2567}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "lib/server/src/main.js"]
