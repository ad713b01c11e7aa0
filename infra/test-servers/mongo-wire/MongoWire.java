import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.MongoVersion;
import java.util.List;

/** Serves the MongoDB wire protocol from memory on a loopback port, at the version that today's drivers ask for. */
class MongoWire {
  public static void main(String[] args) throws Exception {
    MongoServer server = new MongoServer(new MemoryBackend().version(new MongoVersion() {
      @Override public List<Integer> getVersionArray() { return List.of(6, 0, 0); }
      @Override public int getWireVersion() { return 9; }
    }));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
  }
}
