export type { TextSender } from "../registration/rules.ts";
export { locationFacts } from "./facts.ts";
export { noteUnregisteredSoon } from "./noteUnregistered.ts";
export {
  assignNumber,
  assignTrackingNumber,
  dailySegments,
  ensurePlatformLocation,
  ensurePlatformNumber,
  isNumberHeldSql,
  type LocationNumber,
  letNumberGo,
  locationOfNumber,
  locationsWithoutNumber,
  type NumberWanted,
  type ParkedNumber,
  parkedBefore,
  platformSender,
  type RegisteredNumber,
  registeredNumbers,
  requestedNumbers,
  senderNumber,
  senderRegistration,
  sendsPictures,
  setNumberRegistration,
  setNumberSid,
  textSender,
  trackingNumberOf,
} from "./numberStore.ts";
export {
  addMemberLocations,
  belongsTo,
  locationById,
  locationsOfMember,
  markNumberRequested,
  saveFirstLocation,
  setMemberLocations,
  updateLocationSettings,
} from "./store.ts";
