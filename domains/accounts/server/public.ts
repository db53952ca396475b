import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

export { addPerson } from "./addPerson.ts";
export { businessAt } from "./businessStore.ts";
export { changePassword } from "./changePassword.ts";
export { completeSignIn } from "./completeSignIn.ts";
export { ensureOperator, platformDealer } from "./ensureOperator.ts";
export { openSession } from "./openSession.ts";
export { hashNewPassword, hashPassword, verifyPassword } from "./password.ts";
export {
  changePerson,
  isEmailAvailable,
  isEmailTakenError,
  lockPerson,
  type PersonChange,
  setActive,
} from "./personStore.ts";
export { signIn } from "./signIn.ts";
export { signOutEverywhere } from "./signOutEverywhere.ts";
export { squarePhoto } from "./squarePhoto.ts";
export { endSessionsOf, isUnexpired, loginByEmail, sessionHolder } from "./store.ts";
export {
  endDueSupportAccess,
  endSessionSupportAccess,
  insertSupportAccess,
  lockSession,
} from "./supportAccessStore.ts";
export { type OwnLogin, verifyOwnPassword } from "./verifyOwnPassword.ts";

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** The snippet with which a website lets its visitors text a location; one domain knows. */
    readonly messagingScript?: (db: Db, location: LocationKey, publicUrl: string) => Promise<string>;
  }
}
