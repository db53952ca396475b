import { Button, Title } from "@mantine/core";
import { useParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import classes from "../../web/Registration.module.css";
import { RegistrationScreen } from "../../web/RegistrationScreen.tsx";
import { type RegistrationPlace, RegistrationPlaceProvider } from "../../web/registrationPlace.ts";
import { EditRegistrationScreen } from "../../web/wizard/EditRegistrationScreen.tsx";
import { clientRegistrations, platformRegistration } from "../contract.ts";
import own from "./ClientFacts.module.css";
import { operatorRegistrationTexts as texts } from "./texts.ts";

const platform: RegistrationPlace = {
  calls: platformRegistration,
  home: "/admin/registrations/platform",
  reader: "platform",
  withoutNumber: <AddPlatformNumber />,
};

/** The registration of the platform's own number: the owner's page and wizard with the operator's calls. */
export function PlatformRegistrationScreen() {
  const isEditing = useParams().part === "edit";
  return (
    <RegistrationPlaceProvider value={platform}>
      {isEditing ? <EditRegistrationScreen /> : <RegistrationScreen />}
    </RegistrationPlaceProvider>
  );
}

/** The form for the platform's first number, which the account at the carrier owns already. */
function AddPlatformNumber() {
  const add = useCallForm(platformRegistration.addNumber, {
    initialValues: { number: "" },
    invalidates: [platformRegistration.overview, clientRegistrations.table, clientRegistrations.counts],
    quiet: "success",
    onSuccess: ({ data: { number, registration } }) =>
      toast.success(texts.added(formatPhone(number), registration !== "missing")),
  });
  return (
    <section className={classes.card} aria-label={texts.platform}>
      <form noValidate className={classes.part} onSubmit={add.submit}>
        <Title order={2}>{texts.platform}</Title>
        <p className={classes.quiet}>{texts.platformNumberAbout}</p>
        <div className={own.alone}>
          <PhoneInput label={texts.number} {...add.form.getInputProps("number")} autoComplete="off" />
          <Button type="submit" variant="default" loading={add.sending}>
            {texts.add}
          </Button>
        </div>
      </form>
    </section>
  );
}
