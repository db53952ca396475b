import type { ScreenDeclaration } from "#core/web/layout/screenDeclaration.ts";

const modules = import.meta.glob<Record<string, ScreenDeclaration[]>>("../domains/**/web/signInScreens.ts", {
  eager: true,
});

/** The screens in front of the shell: signing in, registering, and what a link in a mail opens. */
export const signInScreens: readonly ScreenDeclaration[] = Object.values(modules).flatMap((module) =>
  Object.values(module).flat(),
);
