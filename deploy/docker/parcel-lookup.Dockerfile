# parcel-lookup: parcels, tiles, growth; a growth worker is the same image with the command `worker`.
# Build from the top folder:  docker build -f deploy/docker/parcel-lookup.Dockerfile -t sitewright/parcel-lookup .
# Needs BuildKit (the caches of cargo are shared by the three services).

FROM rust:1.95-bookworm AS build
ARG CARGO_PROFILE=release
WORKDIR /src
COPY services/ .
COPY contracts/ /contracts/
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,target=/src/target,sharing=locked \
    cargo build --locked --profile "$CARGO_PROFILE" -p parcel-lookup --bin parcel-lookup \
 && install -D "target/$([ "$CARGO_PROFILE" = dev ] && echo debug || echo "$CARGO_PROFILE")/parcel-lookup" /out/parcel-lookup

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin sitewright \
 && install -d -o sitewright -g sitewright /var/lib/sitewright /var/lib/sitewright/parcel-lookup
COPY --from=build /out/parcel-lookup /usr/local/bin/parcel-lookup
COPY deploy/docker/healthy.sh /usr/local/bin/healthy
ENV BIND_ADDRESS=0.0.0.0:8083 STORAGE_DIR=/var/lib/sitewright/parcel-lookup LOG_FORMAT=json
USER sitewright
EXPOSE 8083
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["healthy", "8083", "/readyz"]
ENTRYPOINT ["parcel-lookup"]
CMD ["serve"]
