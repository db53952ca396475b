import { Socket } from "node:net";

/**
 * A connection that sends the statements of one event-loop turn in one packet: handing a packet over costs both sides
 * more CPU than many a statement.
 */
export class CoalescingSocket extends Socket {
  /**
   * The driver corks the parts of one statement; uncorking on the next tick lets the other ready statements join it.
   */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
