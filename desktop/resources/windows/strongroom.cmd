@echo off
rem Opens the console, or runs a command of the server without a window: strongroom token create ...
rem Called from a script, a program with windows is waited for, and its exit code is that of the script.
rem Behind two hyphens nothing is taken for a switch of Electron, nor for an address that it should open.
"%~dp0..\Strongroom.exe" -- %*
