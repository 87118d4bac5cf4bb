# property-api: properties, attachments, letters.
# Build from the top folder:  docker build -f deploy/docker/property-api.Dockerfile -t sitewright/property-api .
# Needs BuildKit (the caches of cargo are shared by the three services).

FROM rust:1.95-bookworm AS build
ARG CARGO_PROFILE=release
WORKDIR /src
COPY services/ .
COPY contracts/ /contracts/
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,target=/src/target,sharing=locked \
    cargo build --locked --profile "$CARGO_PROFILE" -p property-api --bin property-api \
 && install -D "target/$([ "$CARGO_PROFILE" = dev ] && echo debug || echo "$CARGO_PROFILE")/property-api" /out/property-api

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin sitewright \
 && install -d -o sitewright -g sitewright /var/lib/sitewright /var/lib/sitewright/property-api /var/lib/sitewright/mail
COPY --from=build /out/property-api /usr/local/bin/property-api
COPY deploy/docker/healthy.sh /usr/local/bin/healthy
ENV BIND_ADDRESS=0.0.0.0:8082 STORAGE_DIR=/var/lib/sitewright/property-api LOG_FORMAT=json
USER sitewright
EXPOSE 8082
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["healthy", "8082", "/readyz"]
ENTRYPOINT ["property-api"]
CMD ["serve"]
