import { type UseFormReturnType, useForm } from "@mantine/form";
import { type FormEvent, useId, useRef } from "react";
import * as z from "zod/mini";
import type { BodyInput, Call, ParamsInput } from "#core/call.ts";
import type { CallError, CallInput } from "#core/client.ts";
import type { FieldErrors } from "#core/failure.ts";
import { type SendOptions, useSend } from "../call/useSend.ts";
import { toast } from "../feedback/toast.tsx";
import { useDeniedReason } from "../session/useCan.ts";

export interface CallFormOptions<C extends Call, V> extends SendOptions<C> {
  initialValues: V;
  params?: ParamsInput<C>;
  /** Maps the form's values to the body, where they differ. */
  toBody?: (values: V) => BodyInput<C>;
  /** Files to send with it, if any; it is then sent as form data. */
  files?: () => CallInput<C>["files"];
  /** Extra validation of what is never sent, such as a repeated password: field → text. */
  extraErrors?: (values: V) => FieldErrors;
  /** The toast's kind for invalid input; an error by default. */
  invalidToast?: "error" | "warning";
}

export interface CallForm<V> {
  /** Mantine's form: `form.getInputProps("first_name")`, `form.setValues`, `form.reset`. What was sent isn't dirty. */
  form: UseFormReturnType<V>;
  /** For `<form onSubmit>`; `FormDialog` uses it itself. */
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  sending: boolean;
  /** Why the current user may not send it; empty for those who may. */
  deniedReason: string;
  /** The last attempt's failure. */
  failure: CallError | null;
}

/**
 * A form over a call's body: the contract's schema validates it, and the server's field errors appear at the same
 * inputs.
 */
export function useCallForm<C extends Call, V extends Record<string, unknown> & BodyInput<C>>(
  call: C,
  { initialValues, params, toBody, files, extraErrors, invalidToast = "error", ...options }: CallFormOptions<C, V>,
): CallForm<V> {
  // Keeps the inputs of two forms on one page apart.
  const name = useId().replace(/[^a-z0-9]/gi, "");
  const inFlight = useRef(false);
  const whyNot = useDeniedReason(call);
  const bodyOf = (values: V) => (toBody ? toBody(values) : (values as BodyInput<C>));

  const form = useForm<V>({
    name,
    initialValues,
    validate: (values) => {
      const errors = fieldErrorsOf(call.body, bodyOf(values));
      return extraErrors ? inOrderOf(initialValues, { ...errors, ...extraErrors(values) }) : errors;
    },
    enhanceGetInputProps: ({ field, form }) => ({
      // Pointer only: keyboard and screen reader users still have to read the error.
      onPointerDown: () => form.errors[field as string] && form.clearFieldError(field),
    }),
  });

  /** The values that were last sent. Mantine's `resetDirty` would make them what `reset` goes back to. */
  const saved = useRef<string>(undefined);
  const isDirty: typeof form.isDirty = (path) =>
    form.isDirty(path) && (path !== undefined || JSON.stringify(form.getValues()) !== saved.current);

  const showErrors = (fields: FieldErrors) => {
    form.setErrors(fields);
    const [first] = Object.keys(fields);
    if (first) form.getInputNode(first as never)?.focus();
  };

  const send = useSend(call, {
    ...options,
    onSuccess: (answer, input) => {
      saved.current = JSON.stringify(form.getValues());
      options.onSuccess?.(answer, input);
    },
    onFailure: (failure, input) => {
      showErrors(failure.fields);
      options.onFailure?.(failure, input);
    },
  });

  const submit = form.onSubmit(
    (values) => {
      if (inFlight.current || whyNot) return;
      inFlight.current = true;
      send.mutate({ params, body: bodyOf(values), files: files?.() }, { onSettled: () => (inFlight.current = false) });
    },
    (errors) => {
      const fields = errors as FieldErrors;
      showErrors(fields);
      const [text] = Object.values(fields);
      if (text) toast.show(invalidToast, text);
    },
  );

  return { form: { ...form, isDirty }, submit, sending: send.isPending, deniedReason: whyNot, failure: send.error };
}

/** Sorts the errors in the order of the form's fields. */
function inOrderOf(form: Record<string, unknown>, errors: FieldErrors): FieldErrors {
  const fields = Object.keys(form);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => fields.indexOf(a) - fields.indexOf(b)));
}

/** The schema's errors, the first of each field, in the schema's order. */
export function fieldErrorsOf(schema: z.ZodMiniType | undefined, values: unknown): FieldErrors {
  const parsed = schema ? z.safeParse(schema, values) : undefined;
  const fields: FieldErrors = {};
  for (const { path, message } of parsed?.error?.issues ?? []) fields[path.join(".")] ??= message;
  return fields;
}
