import { createContext, type ReactNode, useContext } from "react";
import type { Call } from "#core/call.ts";
import { textRegistration } from "../contract.ts";

type OwnersCalls = Omit<typeof textRegistration, "progress">;
type Named = "name" | "path" | "allow" | "about" | "successMessage" | "supportAccess";

/** The owner's calls, or those of others with the same bodies and answers. */
export type RegistrationCalls = {
  readonly [K in keyof OwnersCalls]: Omit<OwnersCalls[K], Named> & Pick<Call, Named>;
};

/** Whose registration the screens are about. */
export interface RegistrationPlace {
  readonly calls: RegistrationCalls;
  /** The page of states; `/edit` below it is the wizard. Empty: it can only be looked at. */
  readonly home: string;
  /** Who reads it: the business's owner, the operator about a client, or the operator about the platform's own number. */
  readonly reader: "owner" | "operator" | "platform";
  /** What stands in the place of the numbers as long as there are none. */
  readonly withoutNumber?: ReactNode;
}

const PlaceContext = createContext<RegistrationPlace>({
  calls: textRegistration,
  home: "/settings/text-registration",
  reader: "owner",
});

/** Makes the screens inside about another registration than the own business's. */
export const RegistrationPlaceProvider = PlaceContext.Provider;

export const useRegistrationPlace = (): RegistrationPlace => useContext(PlaceContext);
