import { useState } from "react";
import { toast } from "#core/web/feedback/toast.tsx";
import { fieldErrorsOf, useCallForm } from "#core/web/form/useCallForm.ts";
import { session } from "#core/web/session/session.ts";
import { type FirstLocation, registration } from "../contract.ts";
import { errorsOfStep, firstStepWithError, lastStep, restoreStep } from "../rules.ts";
import { readFormDraft, usePersistedFormDraft } from "./formDraft.ts";

const draftKey = "registration_wizard";

const empty = {
  location: "",
  address: "",
  address_2: "",
  city: "",
  state: "",
  postal_code: "",
  title: "",
  industry_id: "",
  feature_id: "",
};
export type WizardValues = typeof empty;

/** The wizard's step and answers, which survive a reload; `done` once the server has them. */
export function useWizard() {
  const [{ step: storedStep, ...stored }] = useState(() => readFormDraft(draftKey, { ...empty, step: "0" }));
  const [step, setStep] = useState(restoreStep(storedStep));
  const [done, setDone] = useState(false);

  const finish = ({ location_title: location, ...names }: FirstLocation) => {
    setDone(true);
    session.update({ ...names, location });
  };
  const wizard = useCallForm(registration.complete, {
    initialValues: stored as WizardValues,
    toBody: (values) => ({ ...values, title: values.location }),
    quiet: "success",
    onSuccess: ({ data }) => finish(data),
    onFailure: ({ fields }) => setStep((current) => firstStepWithError(fields) ?? current),
  });
  const { form } = wizard;
  usePersistedFormDraft(draftKey, { ...form.values, step: String(step) });

  const next = () => {
    const errors = errorsOfStep(step, fieldErrorsOf(registration.complete.body, form.values));
    form.setErrors(errors);
    const [firstError] = Object.entries(errors);
    if (!firstError) return setStep(step + 1);
    toast.error(firstError[1]);
    form.getInputNode(firstError[0] as keyof WizardValues)?.focus();
  };

  const submit = () => {
    if (step < lastStep) return next();
    setStep(firstStepWithError(fieldErrorsOf(registration.complete.body, form.values)) ?? step);
    wizard.submit();
  };

  return { step, form, submit, back: () => setStep(step - 1), sending: wizard.sending, done };
}
