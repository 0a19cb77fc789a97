import type { TestApp } from '../test-app.ts'
import type { SimulatedWorkspace } from './simulated-workspace.ts'
import { performAction, type UserAction } from './user-actions.ts'

/** Runs the script. Automatic behaviour happens at its own time, between the users' actions. */
export async function runScript(
  workspace: SimulatedWorkspace,
  actions: readonly UserAction[],
  goTo: (at: Date) => Promise<void>,
  until: Date,
): Promise<void> {
  for (const action of actions) {
    await goTo(action.at)
    setNow(workspace.t, action.at)
    await performAction(workspace, action)
  }
  await goTo(until)
  setNow(workspace.t, until)
}

/** If the engines run in another process, the users' clock is advanced here. */
function setNow({ clock }: TestApp, at: Date): void {
  if (at > clock.now()) clock.set(at)
}
