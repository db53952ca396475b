import { type LazyScreen, type ScreenDeclaration, settingsPath } from "#core/web/layout/screenDeclaration.ts";

const modules = import.meta.glob<Record<string, ScreenDeclaration[]>>("../../domains/**/web/screens.ts", {
  eager: true,
});

/**
 * The signed-in addresses whose first view is prerendered, each with what it needs besides the shell: the modules of the
 * menu's badges and of its screen.
 */
export function prerenderedModules(): ReadonlyMap<string, readonly string[]> {
  const declared = Object.entries(modules).flatMap(([file, module]) => {
    const folder = file.replace("../../", "").replace("screens.ts", "");
    const moduleOf = (screen: LazyScreen) => `${folder}${screen.file}.tsx`;
    return Object.values(module).flatMap((screens) => screens.map((screen) => ({ screen, moduleOf })));
  });
  const badges = declared.flatMap(({ screen, moduleOf }) => (screen.menu?.badge ? [moduleOf(screen.menu.badge)] : []));
  // What frames a page of the settings, and what their list shows.
  const frame = declared.flatMap(({ screen, moduleOf }) => [
    ...(screen.path === settingsPath ? [moduleOf(screen.component)] : []),
    ...(screen.settings?.alert ? [moduleOf(screen.settings.alert)] : []),
  ]);
  const pages = declared.flatMap(({ screen, moduleOf }) => {
    const { path, menu, settings, prerenderedPaths = [], component } = screen;
    const addresses = [...(menu ? [menu.to ?? path] : []), ...(settings ? [path] : []), ...prerenderedPaths];
    const around = settings || path === settingsPath ? frame : [];
    return addresses.map((address) => [address, [...new Set([...badges, ...around, moduleOf(component)])]] as const);
  });
  return new Map(pages);
}
