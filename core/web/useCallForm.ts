import { type UseFormReturnType, useForm } from "@mantine/form";
import { type FormEvent, useId, useRef } from "react";
import * as z from "zod/mini";
import type { BodyInput, Call, ParamsInput } from "#core/call.ts";
import type { CallError, Given } from "#core/client.ts";
import type { FieldTexts } from "#core/failure.ts";
import { toast } from "./toast.tsx";
import { useWhyNot } from "./useMay.ts";
import { type SendOptions, useSend } from "./useSend.ts";

export interface CallFormOptions<C extends Call, V> extends SendOptions<C> {
  initialValues: V;
  params?: ParamsInput<C>;
  /** What is sent, where it differs from the form's values. */
  toBody?: (values: V) => BodyInput<C>;
  /** Files that go with it, when there are any; then it is sent as form data. */
  files?: () => Given<C>["files"];
  /** What must hold besides and is never sent, such as a password that is typed twice: field → text. */
  also?: (values: V) => FieldTexts;
  /** How what is missing is said; otherwise as an error. */
  complainAs?: "error" | "warning";
}

export interface CallForm<V> {
  /** Mantine's form: `form.getInputProps("first_name")`, `form.setValues`, `form.reset`. */
  form: UseFormReturnType<V>;
  /** For `<form onSubmit>`; `FormDialog` uses it by itself. */
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  sending: boolean;
  /** Why it can't be sent by who looks at it; empty for those who may. */
  whyNot: string;
  /** Why the last try failed. */
  failure: CallError | null;
}

/** A form over a call's body: the contract's schema checks it, and the server's complaints land on the same inputs. */
export function useCallForm<C extends Call, V extends Record<string, unknown> & BodyInput<C>>(
  call: C,
  { initialValues, params, toBody, files, also, complainAs = "error", ...options }: CallFormOptions<C, V>,
): CallForm<V> {
  // The inputs of two forms on one page must not be taken for each other.
  const name = useId().replace(/[^a-z0-9]/gi, "");
  const underWay = useRef(false);
  const whyNot = useWhyNot(call);
  const bodyOf = (values: V) => (toBody ? toBody(values) : (values as BodyInput<C>));

  const form = useForm<V>({
    name,
    initialValues,
    validate: (values) => {
      const found = complaints(call.body, bodyOf(values));
      return also ? inOrderOf(initialValues, { ...found, ...also(values) }) : found;
    },
    enhanceGetInputProps: ({ field, form }) => ({
      // By the pointer only: who comes with the keyboard or a screen reader still has to read what is wrong.
      onPointerDown: () => form.errors[field as string] && form.clearFieldError(field),
    }),
  });

  const show = (fields: FieldTexts) => {
    form.setErrors(fields);
    const [first] = Object.keys(fields);
    if (first) form.getInputNode(first as never)?.focus();
  };

  const send = useSend(call, {
    ...options,
    onFailure: (failure, given) => {
      show(failure.fields);
      options.onFailure?.(failure, given);
    },
  });

  const submit = form.onSubmit(
    (values) => {
      if (underWay.current || whyNot) return;
      underWay.current = true;
      send.mutate({ params, body: bodyOf(values), files: files?.() }, { onSettled: () => (underWay.current = false) });
    },
    (errors) => {
      const fields = errors as FieldTexts;
      show(fields);
      const [text] = Object.values(fields);
      if (text) toast.of(complainAs, text);
    },
  );

  return { form, submit, sending: send.isPending, whyNot, failure: send.error };
}

/** The complaints in the order of the form's fields. */
function inOrderOf(form: Record<string, unknown>, found: FieldTexts): FieldTexts {
  const fields = Object.keys(form);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => fields.indexOf(a) - fields.indexOf(b)));
}

/** What the schema has against the values, the first complaint of each field, in the schema's order. */
export function complaints(schema: z.ZodMiniType | undefined, values: unknown): FieldTexts {
  const outcome = schema ? z.safeParse(schema, values) : undefined;
  const fields: FieldTexts = {};
  for (const { path, message } of outcome?.error?.issues ?? []) fields[path.join(".")] ??= message;
  return fields;
}
