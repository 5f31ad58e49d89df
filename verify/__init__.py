"""An independent checker: a C program that counts again, and what runs it over the atlas."""
