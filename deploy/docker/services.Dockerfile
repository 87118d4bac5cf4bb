# The three services, one target each: main-api, property-api, parcel-lookup. They are compiled together, so that
# shared crates are compiled once. Build from the top folder:
#   docker build -f deploy/docker/services.Dockerfile --target main-api -t sitewright/main-api .
# Needs BuildKit (for the caches of cargo and npm).

FROM rust:1.95-bookworm AS build
ARG CARGO_PROFILE=release
WORKDIR /src
COPY services/ .
COPY contracts/ /contracts/
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,target=/src/target,sharing=locked \
    cargo build --locked --profile "$CARGO_PROFILE" --bins --workspace \
 && cd "target/$([ "$CARGO_PROFILE" = dev ] && echo debug || echo "$CARGO_PROFILE")" \
 && install -D -t /out main-api main-api-import-areas property-api parcel-lookup parcel-lookup-import parcel-lookup-imports parcel-lookup-layers parcel-lookup-seed parcel-lookup-generate-parcels parcel-lookup-base-map typesetter

# All storage folders exist in each image: a new volume takes its owner from them.
FROM debian:bookworm-slim AS service
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin sitewright \
 && cd /var/lib && install -d -o sitewright -g sitewright sitewright \
      sitewright/main-api sitewright/property-api sitewright/parcel-lookup sitewright/mail sitewright/basemap
COPY --chmod=0755 deploy/docker/healthy.sh /usr/local/bin/healthy
ENV LOG_FORMAT=json RUST_LOG=info,lapin=error MIMALLOC_PURGE_DELAY=0
USER sitewright
STOPSIGNAL SIGTERM

# Projects, people, markets and the contact directory.
FROM service AS main-api
COPY --from=build /out/main-api /out/main-api-import-areas /usr/local/bin/
ENV BIND_ADDRESS=0.0.0.0:8081 STORAGE_DIR=/var/lib/sitewright/main-api MAIL_DIR=/var/lib/sitewright/mail
EXPOSE 8081
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 CMD ["healthy", "8081", "/readyz"]
ENTRYPOINT ["main-api"]
CMD ["serve"]

# Properties, attachments, letters; the mail worker is the same image with the command `mail-worker`.
FROM service AS property-api
COPY --from=build /out/property-api /out/typesetter /usr/local/bin/
ENV BIND_ADDRESS=0.0.0.0:8082 STORAGE_DIR=/var/lib/sitewright/property-api MAIL_DIR=/var/lib/sitewright/mail
EXPOSE 8082
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 CMD ["healthy", "8082", "/readyz"]
ENTRYPOINT ["property-api"]
CMD ["serve"]

# Parcels, tiles, growth; a growth worker is the same image with the command `worker`.
FROM service AS parcel-lookup
COPY --from=build /out/parcel-lookup /out/parcel-lookup-import /out/parcel-lookup-imports /out/parcel-lookup-layers /out/parcel-lookup-seed /out/parcel-lookup-generate-parcels /out/parcel-lookup-base-map /out/typesetter /usr/local/bin/
ENV BIND_ADDRESS=0.0.0.0:8083 STORAGE_DIR=/var/lib/sitewright/parcel-lookup
EXPOSE 8083
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 CMD ["healthy", "8083", "/readyz"]
ENTRYPOINT ["parcel-lookup"]
CMD ["serve"]
