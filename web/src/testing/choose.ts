import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens a select or a searchable select by its name, and chooses an option. */
export async function choose(user: UserEvent, control: string | RegExp | HTMLElement, option: string) {
  await user.click(control instanceof HTMLElement ? control : screen.getByRole('combobox', { name: control }))
  await user.click(await screen.findByRole('option', { name: option }))
}

/** Opens a menu by the name of its button, and chooses an entry. */
export async function chooseFromMenu(user: UserEvent, button: string, entry: string) {
  await user.click(screen.getByRole('button', { name: button }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}
