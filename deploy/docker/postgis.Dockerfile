# PostgreSQL 15 with PostGIS, the versions of `make run`. With a managed database, omit this image and run
# deploy/postgres/bootstrap.sql there.

FROM debian:bookworm-slim
# The number owns the volume's files, so it must not depend on the order of packages.
RUN groupadd --system --gid 999 postgres \
 && useradd --system --uid 100 --gid postgres --home-dir /var/lib/postgresql --shell /usr/sbin/nologin postgres
# Omits dependencies of Debian's packages that the product does not use: the JIT compiler (LLVM), rasters (GDAL),
# solids (SFCGAL), postgresql-common's cluster tools. The packages are only unpacked, after the required
# libraries; the last lines fail the build if one of those is missing.
RUN apt-get update \
 && apt-get install -y --no-install-recommends libgeos-c1v5 libgssapi-krb5-2 libicu72 libjson-c5 libldap-2.5-0 \
      liblz4-1 libpq5 libproj25 libprotobuf-c1 libreadline8 libssl3 libxml2 libxslt1.1 libzstd1 tzdata \
 && cd /tmp \
 && apt-get download postgresql-15 postgresql-client-15 postgresql-15-postgis-3 postgresql-15-postgis-3-scripts \
 && dpkg --unpack --force-depends --path-exclude='/usr/share/doc/*' --path-exclude='/usr/share/postgresql/15/man/*' \
      --path-exclude='/usr/lib/postgresql/15/lib/bitcode/*' --path-exclude='/usr/lib/postgresql/15/lib/llvmjit*' \
      --path-exclude='*/postgis_raster*' --path-exclude='*/postgis_sfcgal*' --path-exclude='*/postgis_topology*' \
      --path-exclude='*/postgis_tiger_geocoder*' --path-exclude='*/address_standardizer*' \
      --path-exclude='/usr/share/postgresql/15/contrib/*' ./*.deb \
 && rm -rf ./*.deb /var/lib/apt/lists/* \
 && ln -s postgis-3.control /usr/share/postgresql/15/extension/postgis.control \
 && install -d -o postgres -g postgres -m 0700 /var/lib/postgresql /var/lib/postgresql/data \
 && cd /usr/lib/postgresql/15 \
 && ldd bin/postgres bin/psql bin/pg_dump bin/pg_restore lib/postgis-3.so lib/pg_trgm.so lib/btree_gin.so >/tmp/libraries \
 && ! grep 'not found' /tmp/libraries \
 && rm /tmp/libraries
ENV PATH=/usr/lib/postgresql/15/bin:$PATH LANG=C.UTF-8
COPY --chmod=0755 deploy/docker/postgis.sh /usr/local/bin/postgis
COPY --chmod=0644 deploy/postgres/bootstrap.sql /usr/share/sitewright/postgres/bootstrap.sql
USER postgres
EXPOSE 5432
STOPSIGNAL SIGINT
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=5 CMD ["pg_isready", "-h", "127.0.0.1"]
ENTRYPOINT ["postgis"]
