# The S3-compatible store: versitygw over a folder, as a user without rights and with its bucket made at the start.
FROM docker.io/versity/versitygw:v1.8.0
# A volume takes its owner from the folder that it is mounted over.
RUN mkdir -p /data && chown 10001:10001 /data && chmod 0700 /data
ENV VGW_BACKEND=posix \
    VGW_BACKEND_ARG=/data \
    VGW_PORT=:7070 \
    VGW_HEALTH=/health
USER 10001:10001
EXPOSE 7070
# A bucket of this backend is a folder.
ENTRYPOINT ["/bin/sh", "-c", "umask 077 && mkdir -p \"/data/$S3_BUCKET\" && exec /usr/local/bin/docker-entrypoint.sh"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:7070/health"]
