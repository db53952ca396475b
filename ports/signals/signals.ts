/** The port to what processes tell each other through the database: that there is something to look at, never what. */

export interface SignalListener {
  /** A committed transaction of any process sent this. */
  heard(payload: string): void;
  /** Signals may have been lost until now. Also called once when listening begins. */
  missed(): void;
}

export interface Signals {
  /** Listens to a channel from now on, or from the start on. */
  listen(channel: string, listener: SignalListener): void;
  /** Resolves once the channels that were asked for so far are listened to, or the database can't be reached. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
