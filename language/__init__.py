"""The languages of the service: texts are written in English and translated by catalogues."""
