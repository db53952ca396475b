import { Socket } from "node:net";

/**
 * A connection on which the statements that are asked in one go leave together: to hand one over costs the processor more
 * than many a statement itself, on both sides.
 */
export class GatheringSocket extends Socket {
  /** The driver holds back the parts of one statement; here they wait until all that was ready to go on has asked, too. */
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
