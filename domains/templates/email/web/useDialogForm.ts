import { useForm } from "@mantine/form";
import type { FormEvent } from "react";
import type { FieldErrors } from "#core/failure.ts";

interface DialogFormOptions<V> {
  initialValues: V;
  errorsOf: (values: V) => FieldErrors;
  onSubmit: (values: V) => void;
}

/** The form of a dialog that changes what is edited and sends nothing. */
export function useDialogForm<V extends Record<string, string>>({
  initialValues,
  errorsOf,
  onSubmit,
}: DialogFormOptions<V>) {
  const form = useForm<V>({
    initialValues,
    validate: (values) => errorsOf(values),
    enhanceGetInputProps: ({ field, form }) => ({ onPointerDown: () => form.clearFieldError(field) }),
  });
  const send = form.onSubmit(onSubmit, (errors) => {
    const [first] = Object.keys(errors);
    if (first) form.getInputNode(first as never)?.focus();
  });
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    // The form around the editor isn't meant.
    event?.stopPropagation();
    send(event);
  };
  return { form, submit };
}
