# RabbitMQ, the version of `make run`. With a managed broker, omit this image.

FROM debian:bookworm-slim
# The number owns the volume's files, so it must not depend on the order of packages.
RUN groupadd --system --gid 999 rabbitmq \
 && useradd --system --uid 101 --gid rabbitmq --home-dir /var/lib/rabbitmq --shell /usr/sbin/nologin rabbitmq \
 && apt-get update \
 && apt-get install -y --no-install-recommends rabbitmq-server \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o rabbitmq -g rabbitmq -m 0700 /var/lib/rabbitmq /var/lib/rabbitmq/data
COPY --chmod=0755 deploy/docker/rabbitmq.sh /usr/local/bin/sitewright-rabbitmq
# Set here, so that `rabbitmqctl` in the container finds the broker too.
ENV RABBITMQ_NODENAME=sitewright@localhost LANG=C.UTF-8
USER rabbitmq
EXPOSE 5672
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=5 CMD ["sitewright-rabbitmq", "healthy"]
ENTRYPOINT ["sitewright-rabbitmq"]
