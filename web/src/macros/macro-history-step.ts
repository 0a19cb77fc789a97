import type { Node } from '@tiptap/pm/model'
import { Step, StepResult } from '@tiptap/pm/transform'
import { Extension } from '@tiptap/react'
import type { DraftMacro } from '../lib/drafts.ts'

/**
 * Records the chosen macros in the editor's history: undoing a macro's text also removes its actions, and redoing
 * restores them.
 */
export class MacroStep extends Step {
  readonly before: readonly DraftMacro[]
  readonly after: readonly DraftMacro[]

  constructor(before: readonly DraftMacro[], after: readonly DraftMacro[]) {
    super()
    this.before = before
    this.after = after
  }

  override apply(doc: Node): StepResult {
    return StepResult.ok(doc)
  }

  override invert(): MacroStep {
    return new MacroStep(this.after, this.before)
  }

  override map(): MacroStep {
    return this
  }

  override toJSON() {
    return { stepType: 'pick', before: this.before, after: this.after }
  }
}

/** Reports the chosen macros whenever a step changes them: on apply, undo or redo. */
export const macroHistory = (onPicked: (macros: readonly DraftMacro[]) => void) =>
  Extension.create({
    name: 'picked macros',
    onTransaction({ transaction }) {
      for (const step of transaction.steps) if (step instanceof MacroStep) onPicked(step.after)
    },
  })
