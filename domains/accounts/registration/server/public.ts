import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { emailProofJob } from "./emailProof.ts";

export {
  choiceExists,
  insertDealer,
  isEmailRegistered,
  isVouchedFor,
  setDealerChoices,
  setEmailProved,
} from "./store.ts";

/** Mails a new business its link after the commit. */
export function requestEmailProof(unit: UnitOfWork, dealer_id: number): void {
  unit.enqueue(emailProofJob, { dealer_id });
}
