import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import type { LoggerEvent } from 'babel-plugin-react-compiler'
import type { PluginOption } from 'vite'

/**
 * The React Compiler. It silently skips components and hooks that it can't compile, and whatever these render is rendered
 * anew each time. A build that has such functions fails with a list of them. `'use no memo'` opts out, with a comment
 * that says why.
 */
export function compiledComponents(): PluginOption {
  const skipped = new Set<string>()
  const logger = {
    logEvent(file: string | null, event: LoggerEvent) {
      const reason = file === null ? null : describeSkipped(file, event)
      if (reason !== null) skipped.add(reason)
    },
  }
  return [
    babel({ presets: [reactCompilerPreset({ logger })] }),
    {
      name: 'compiled-components',
      apply: 'build',
      buildEnd(error) {
        if (!error && skipped.size > 0)
          this.error(`The React Compiler can't compile these:\n${[...skipped].sort().join('\n')}`)
      },
    },
  ]
}

/** For example "src/ui/overlays/dialog.tsx:56 Dialog: Cannot access refs during render"; null when nothing is wrong. */
function describeSkipped(file: string, event: LoggerEvent): string | null {
  if (event.kind !== 'CompileError' && event.kind !== 'PipelineError') return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const { start, end } = event.fnLoc ?? { start: { line: 1 }, end: { line: 1 } }
  // The compiler also reports what is wrong in functions that opt out.
  if (lines.slice(start.line - 1, end.line).some((line) => line.trim() === "'use no memo'")) return null
  const name = /(?:function|const) (\w+)/.exec(lines[start.line - 1] ?? '')?.[1] ?? 'unnamed'
  const [reason, loc] =
    event.kind === 'CompileError' ? [event.detail.reason, event.detail.primaryLocation()] : [event.data, null]
  const line = loc && typeof loc === 'object' ? loc.start.line : start.line
  return `${relative('.', file)}:${line} ${name}: ${reason}`
}
