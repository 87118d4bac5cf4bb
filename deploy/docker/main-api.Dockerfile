# main-api: projects, people, markets and the contact directory.
# Build from the top folder:  docker build -f deploy/docker/main-api.Dockerfile -t sitewright/main-api .
# Needs BuildKit (the caches of cargo are shared by the three services).

FROM rust:1.95-bookworm AS build
ARG CARGO_PROFILE=release
WORKDIR /src
COPY services/ .
COPY contracts/ /contracts/
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,target=/src/target,sharing=locked \
    cargo build --locked --profile "$CARGO_PROFILE" -p main-api --bin main-api \
 && install -D "target/$([ "$CARGO_PROFILE" = dev ] && echo debug || echo "$CARGO_PROFILE")/main-api" /out/main-api

# County outlines for `seed`: the same package that the app draws them from.
FROM node:20-bookworm-slim AS outlines
WORKDIR /src
COPY frontend/package.json frontend/package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin sitewright \
 && install -d -o sitewright -g sitewright /var/lib/sitewright /var/lib/sitewright/main-api /var/lib/sitewright/mail
COPY --from=build /out/main-api /usr/local/bin/main-api
COPY deploy/docker/healthy.sh /usr/local/bin/healthy
COPY --from=outlines /src/node_modules/us-atlas/counties-10m.json /usr/share/sitewright/counties-10m.json
ENV SEED_COUNTIES_FILE=/usr/share/sitewright/counties-10m.json
ENV BIND_ADDRESS=0.0.0.0:8081 STORAGE_DIR=/var/lib/sitewright/main-api LOG_FORMAT=json
USER sitewright
EXPOSE 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["healthy", "8081", "/readyz"]
ENTRYPOINT ["main-api"]
CMD ["serve"]
