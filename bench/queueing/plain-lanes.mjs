// The order in which a team's own worker sends: so many jobs at once, no more than 16 of them to one endpoint, and the endpoints by
// turns. Without it, a receiver that takes its time holds up all others.

const MAX_PER_ENDPOINT = 16;

export class Lanes {
  /** Jobs that wait. */
  waiting = 0;
  #active = 0;
  #lanes = new Map();
  /** Lanes whose next job may start, in the order of their turns. */
  #ready = new Set();

  /** @param work resolves when a job has ended, and never rejects */
  constructor(atOnce, work) {
    this.atOnce = atOnce;
    this.work = work;
  }

  add(job) {
    const { endpoint } = job;
    let lane = this.#lanes.get(endpoint);
    if (!lane) this.#lanes.set(endpoint, (lane = { jobs: [], active: 0 }));
    lane.jobs.push(job);
    this.waiting += 1;
    this.#line(lane);
    this.#start();
  }

  #line(lane) {
    if (lane.jobs.length > 0 && lane.active < MAX_PER_ENDPOINT) this.#ready.add(lane);
  }

  #start() {
    while (this.#active < this.atOnce && this.#ready.size > 0) {
      const [lane] = this.#ready;
      this.#ready.delete(lane);
      void this.#run(lane, lane.jobs.shift());
      this.#line(lane);
    }
  }

  async #run(lane, job) {
    this.waiting -= 1;
    this.#active += 1;
    lane.active += 1;
    await this.work(job);
    this.#active -= 1;
    lane.active -= 1;
    this.#line(lane);
    this.#start();
  }
}
