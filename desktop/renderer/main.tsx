import './app/startup.ts'
// Before what the parts have of their own, which goes over it.
import './app/styles.css'
import './app/forced-colours.css'
import { createRoot } from 'react-dom/client'
import { ConsoleApp } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { fontsLoaded } from './app/startup.ts'
import { followConsole } from './session/console-state.ts'

/** Not awaited at the top: the file of a screen imports this one, and would wait for it. */
async function start(): Promise<void> {
  await Promise.all([followConsole(), loadScreen(), fontsLoaded()])
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no place for the console.')
  createRoot(root).render(<ConsoleApp />)
}

void start()
