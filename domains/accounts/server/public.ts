import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

export {
  changePassword,
  hashNewPassword,
  hashPassword,
  signOutEverywhere,
  verifyOwnPassword,
  verifyPassword,
} from "./password.ts";
export { addPerson, ensureOperator, platformDealer, squarePhoto } from "./people.ts";
export { signIn } from "./signIn.ts";
export {
  businessAt,
  changePerson,
  endDueSupportAccess,
  endSessionSupportAccess,
  insertSupportAccess,
  isEmailAvailable,
  isEmailTakenError,
  isUnexpired,
  lockPerson,
  lockSession,
  loginByEmail,
  type PersonChange,
  sessionHolder,
  setActive,
} from "./store.ts";

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** The snippet with which a website lets its visitors text a location; one domain knows. */
    readonly messagingScript?: (db: Db, location: LocationKey, publicUrl: string) => Promise<string>;
  }
}
