# The S3-compatible store: versitygw over a folder, as an unprivileged user, with its bucket created at the start.
FROM docker.io/versity/versitygw:v1.8.0
# A volume inherits the owner of the folder it is mounted on.
RUN mkdir -p /data && chown 10001:10001 /data && chmod 0700 /data
ENV VGW_BACKEND=posix \
    VGW_BACKEND_ARG=/data \
    VGW_PORT=:7070 \
    VGW_HEALTH=/health
USER 10001:10001
EXPOSE 7070
# In this backend each bucket is a folder.
ENTRYPOINT ["/bin/sh", "-c", "umask 077 && mkdir -p \"/data/$S3_BUCKET\" && exec /usr/local/bin/docker-entrypoint.sh"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:7070/health"]
