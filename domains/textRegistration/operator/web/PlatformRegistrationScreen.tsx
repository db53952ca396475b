import { useParams } from "react-router";
import { RegistrationScreen } from "../../web/RegistrationScreen.tsx";
import { type RegistrationPlace, RegistrationPlaceProvider } from "../../web/registrationPlace.ts";
import { EditRegistrationScreen } from "../../web/wizard/EditRegistrationScreen.tsx";
import { platformRegistration } from "../contract.ts";

const platform: RegistrationPlace = { calls: platformRegistration, home: "/admin/registrations/platform" };

/** The registration of the platform's own number: the owner's page and wizard with the operator's calls. */
export function PlatformRegistrationScreen() {
  const isEditing = useParams().part === "edit";
  return (
    <RegistrationPlaceProvider value={platform}>
      {isEditing ? <EditRegistrationScreen /> : <RegistrationScreen />}
    </RegistrationPlaceProvider>
  );
}
