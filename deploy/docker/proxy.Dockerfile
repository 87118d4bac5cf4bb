# The reverse proxy with the built app: the same templates and the same nginx as `make run`. Build
# from the top folder:  docker build -f deploy/docker/proxy.Dockerfile -t sitewright/proxy .

FROM node:20-bookworm-slim AS app
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY frontend/ ./
# Readable for the proxy's user, whatever the umask of the clone; the templates too.
RUN npm run build && chmod -R a+rX dist
COPY proxy/ /src/proxy/
RUN chmod -R a+rX /src/proxy

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends nginx-light libnginx-mod-http-brotli-static \
 && rm -rf /var/lib/apt/lists/* /etc/nginx/sites-enabled \
 && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin sitewright
COPY --from=app /src/frontend/dist /usr/share/sitewright/app
COPY --from=app /src/proxy /usr/share/sitewright/proxy
COPY --chmod=0755 deploy/docker/healthy.sh /usr/local/bin/healthy
ENV LISTEN=8080 STATIC_ROOT=/usr/share/sitewright/app BASEMAP_DIR=/var/lib/sitewright/basemap ACCESS_LOG=/dev/stdout
USER sitewright
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 CMD ["healthy", "8080", "/healthz"]
ENTRYPOINT ["/usr/share/sitewright/proxy/container.sh"]
