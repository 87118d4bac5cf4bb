# PostgreSQL 15 with PostGIS, the versions of `make run`. A managed database serves as well: then leave this
# image out and run deploy/postgres/bootstrap.sql there.

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends postgresql-15 postgresql-15-postgis-3 \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 /etc/postgresql/15 \
 && install -d -o postgres -g postgres -m 0700 /var/lib/postgresql/data
ENV PATH=/usr/lib/postgresql/15/bin:$PATH LANG=C.UTF-8
COPY deploy/docker/postgis.sh /usr/local/bin/postgis
COPY deploy/postgres/ /usr/share/sitewright/postgres/
USER postgres
EXPOSE 5432
STOPSIGNAL SIGINT
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=5 CMD ["pg_isready", "-q", "-h", "127.0.0.1"]
ENTRYPOINT ["postgis"]
