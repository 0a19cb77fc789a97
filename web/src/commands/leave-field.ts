/**
 * Esc in a field of the page gives the keys back to the shortcuts. Dialogs, menus and lists that are open close by
 * themselves and come first.
 */
export function leaveField() {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || field.getAttribute('aria-expanded') === 'true') return
  if (field.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return
  if (field.isContentEditable || field.matches('input, textarea, select')) field.blur()
}
