"""An independent checker: a C program that counts again, and the code that runs it over the atlas."""
