// node --import: a server takes any free port of the loopback instead of the one it asks for, and says which.
import net from 'node:net';

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function () {
  return listen.call(this, 0, '127.0.0.1', () => process.send(this.address().port));
};
