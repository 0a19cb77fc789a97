import { createContext } from 'react'

/** The button of a `MenuOnDemand` whose menu is open. */
export type MenuOpener = { button: HTMLElement; isByKeyboard: boolean }

export const MenuOpenerContext = createContext<MenuOpener | null>(null)
