# RabbitMQ, the version of `make run`. A managed broker serves as well: then leave this image out.

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends rabbitmq-server \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o rabbitmq -g rabbitmq -m 0700 /var/lib/rabbitmq /var/lib/rabbitmq/data
COPY deploy/docker/rabbitmq.sh /usr/local/bin/sitewright-rabbitmq
USER rabbitmq
EXPOSE 5672
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=5 CMD ["sitewright-rabbitmq", "healthy"]
ENTRYPOINT ["sitewright-rabbitmq"]
