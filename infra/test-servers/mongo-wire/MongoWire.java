import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Serves the MongoDB wire protocol from memory on a loopback port, at the version that today's drivers ask for. */
class MongoWire {
  public static void main(String[] args) throws Exception {
    MongoServer server = new MongoServer(new SnapshotBackend().version(new MongoVersion() {
      @Override public List<Integer> getVersionArray() { return List.of(6, 0, 0); }
      @Override public int getWireVersion() { return 9; }
    }));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
  }

  /**
   * Replies with copies. The memory backend replies with the documents it stores, and one that another command changes
   * while it is sent closes the connection. Commands on one database run one after the other.
   */
  static class SnapshotBackend extends MemoryBackend {
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    @Override public Document handleMessage(MongoMessage message) {
      synchronized (locks.computeIfAbsent(message.getDatabaseName(), name -> new Object())) {
        return super.handleMessage(message).cloneDeeply();
      }
    }
  }
}
